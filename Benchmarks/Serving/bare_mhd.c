// The same static answer to whatever is asked, by libmicrohttpd alone on one thread: no server that is made
// of it can do more. Prints the port that it listens on.
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static enum MHD_Result answer(
    void *response, struct MHD_Connection *connection, const char *url, const char *method,
    const char *version, const char *body, size_t *length, void **context) {
    (void)url, (void)method, (void)version, (void)body, (void)length;
    // An answer to the first call, which comes before the end of the request, ends the connection.
    if (*context == NULL) {
        *context = response;
        return MHD_YES;
    }
    return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

int main(int count, char **words) {
    if (count != 2) return 64;
    size_t size = strtoul(words[1], NULL, 10);
    char *body = calloc(1, size);
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, body, MHD_RESPMEM_PERSISTENT);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, response, MHD_OPTION_SOCK_ADDR,
        (struct sockaddr *)&address, MHD_OPTION_END);
    if (body == NULL || response == NULL || daemon == NULL) return 1;
    printf("%d\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    pause();
    return 0;
}
