#include <libpq-fe.h>
#include <poll.h>

/* The macros are characters, which Swift does not import as the numbers that the functions take. */
static inline char *messageai_sqlstate(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

static inline char *messageai_message(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}
