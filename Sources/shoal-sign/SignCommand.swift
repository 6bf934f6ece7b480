import Crypto
import Foundation
import Manifests

/// Writes a list of roots beside each manifest, and each file that plays by itself.
struct SignCommand: Equatable {
    /// Nil for lists that nobody signs.
    var keyFile: String?
    var content = ""
    /// What the web server serves as its top, if it is not the folder of what is signed.
    var root: String?
    var paths: [String] = []

    func run() throws(SignError) {
        let key: SigningKey? =
            if let keyFile { try PublisherKeyFile.read(keyFile) } else { nil }
        for path in paths {
            var isFolder: ObjCBool = false
            guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw .failed("\(path) is not there")
            }
            if isFolder.boolValue {
                try sign(folder: path, with: key)
            } else {
                let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
                try sign(path, in: PackageTree(root: root ?? folder), with: key)
            }
        }
    }

    /// All manifests that no other one names, and all media files that belong to none.
    private func sign(folder: String, with key: SigningKey?) throws(SignError) {
        let tree = PackageTree(root: root ?? folder)
        let files = try PackageTree.files(below: folder)
        var named: Set<String> = []
        let manifests = files.filter { MediaName(of: $0) == .manifest }
        for manifest in manifests {
            named.formUnion(try ManifestContents(of: manifest, in: tree).files)
        }
        let media = files.filter { MediaName(of: $0) == .file }
        let signed = (manifests + media).filter { path in
            !named.contains(URL(fileURLWithPath: path).standardizedFileURL.path)
        }
        guard !signed.isEmpty else {
            throw .badFile("\(folder) holds no manifest and no media file")
        }
        for path in signed { try sign(path, in: tree, with: key) }
    }

    private func sign(
        _ path: String, in tree: PackageTree, with key: SigningKey?
    ) throws(SignError) {
        guard let uri = tree.uri(of: path) else {
            throw .usage("\(path) is not below \(tree.root)")
        }
        var maker = RootListMaker(tree, content: content)
        var list: RootList
        if MediaName(of: path) == .file {
            list = try maker.list(ofFile: path, at: uri)
        } else {
            let contents = try ManifestContents(of: path, in: tree)
            list = try maker.list(of: contents, beside: uri)
            if contents.elsewhere > 0 {
                Output.note("\(path): \(contents.elsewhere) segments or playlists are elsewhere")
            }
            if maker.passedOver > 0 {
                Output.note("\(path): \(maker.passedOver) segments are too long, or empty")
            }
        }
        if let key { list = list.signed(by: key.publicKey.value, key.sign) }
        let bytes = list.encode()
        guard bytes.count <= RootList.longest else {
            throw .badFile("\(path) has too many segments for one list: \(list.segmentCount)")
        }
        let place = path + RootList.suffix
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: place), options: .atomic)
        } catch {
            throw .failed("\(place) cannot be written: \(error.localizedDescription)")
        }
        let size = Progress.text(ofBytes: maker.progress.bytes)
        Output.line("\(place): \(list.segmentCount) segments, \(size)")
    }
}
