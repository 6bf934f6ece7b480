/// Spreads keys evenly over numbered buckets, so that one bucket more moves only its share of keys.
///
/// The algorithm of Lamping and Veach: no memory, and every peer that knows the count agrees.
package func jumpConsistentHash(_ key: UInt64, buckets: Int) -> Int {
    precondition(buckets > 0, "a key needs a bucket")
    var key = key
    var bucket = -1
    var next = 0
    while next < buckets {
        bucket = next
        key = key &* 2_862_933_555_777_941_757 &+ 1
        let jump = Double(1 << 31) / Double((key >> 33) + 1)
        next = Int(min(Double(bucket + 1) * jump, Double(Int32.max)))
    }
    return bucket
}
