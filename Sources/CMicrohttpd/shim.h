#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

// Swift calls no variadic C function, so those of libmicrohttpd that are needed are wrapped here.

struct shoal_mhd_callbacks {
    void *context;
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback request;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
};

// Leaves the path as it was sent: only the owner of the URL knows what its bytes mean.
static inline size_t shoal_mhd_keep_escapes(
    void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

static inline struct sockaddr_storage shoal_mhd_address_v4(uint32_t ip, uint16_t port) {
    struct sockaddr_storage storage = {0};
    struct sockaddr_in *address = (struct sockaddr_in *)&storage;
    address->sin_family = AF_INET;
    address->sin_port = htons(port);
    address->sin_addr.s_addr = htonl(ip);
    return storage;
}

static inline struct sockaddr_storage shoal_mhd_address_v6(
    uint64_t high, uint64_t low, uint16_t port) {
    struct sockaddr_storage storage = {0};
    struct sockaddr_in6 *address = (struct sockaddr_in6 *)&storage;
    address->sin6_family = AF_INET6;
    address->sin6_port = htons(port);
    for (int index = 0; index < 8; index++) {
        address->sin6_addr.s6_addr[index] = (uint8_t)(high >> (56 - 8 * index));
        address->sin6_addr.s6_addr[8 + index] = (uint8_t)(low >> (56 - 8 * index));
    }
    return storage;
}

// A daemon without a thread of its own. NULL with `errno` when it cannot listen.
static inline struct MHD_Daemon *shoal_mhd_start(
    struct sockaddr_storage address, unsigned int connection_limit, size_t connection_memory,
    struct shoal_mhd_callbacks callbacks) {
    unsigned int flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME;
    if (address.ss_family == AF_INET6) flags |= MHD_USE_IPv6;
    errno = 0;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, callbacks.request, callbacks.context,
        MHD_OPTION_SOCK_ADDR, (const struct sockaddr *)&address,
        MHD_OPTION_CONNECTION_LIMIT, connection_limit,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
        MHD_OPTION_CONNECTION_TIMEOUT, 0u,
        // What is strict is for Swift to say: the library's own refusals of 0.9.75 repeat their head.
        MHD_OPTION_STRICT_FOR_CLIENT, 0,
        MHD_OPTION_URI_LOG_CALLBACK, callbacks.target, callbacks.context,
        MHD_OPTION_UNESCAPE_CALLBACK, shoal_mhd_keep_escapes, NULL,
        MHD_OPTION_NOTIFY_COMPLETED, callbacks.completed, callbacks.context,
        MHD_OPTION_NOTIFY_CONNECTION, callbacks.connection, callbacks.context,
        MHD_OPTION_END);
}

static inline int shoal_mhd_epoll_descriptor(struct MHD_Daemon *daemon) {
    return MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

static inline uint16_t shoal_mhd_port(struct MHD_Daemon *daemon) {
    return MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
}

static inline unsigned int shoal_mhd_connection_count(struct MHD_Daemon *daemon) {
    return MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS)->num_connections;
}

static inline int shoal_mhd_descriptor(struct MHD_Connection *connection) {
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

// Zero while the header section is incomplete.
static inline size_t shoal_mhd_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : info->header_size;
}

static inline void *shoal_mhd_socket_context(struct MHD_Connection *connection) {
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

// Ends a connection in both directions. The descriptor stays open for its owner, who sees the end.
static inline void shoal_mhd_hang_up(struct MHD_Connection *connection) {
    shutdown(shoal_mhd_descriptor(connection), SHUT_RDWR);
}

// Makes the daemon read again from a client that has ended its side; that end stays what it was.
static inline void shoal_mhd_nudge(struct MHD_Connection *connection) {
    shutdown(shoal_mhd_descriptor(connection), SHUT_RD);
}

// Ends a connection with a reset, whatever was queued. The descriptor stays open for its owner.
static inline void shoal_mhd_reset(struct MHD_Connection *connection) {
    struct sockaddr nobody = {.sa_family = AF_UNSPEC};
    connect(shoal_mhd_descriptor(connection), &nobody, sizeof nobody);
}
