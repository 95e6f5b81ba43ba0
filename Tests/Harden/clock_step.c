// Preloaded into a server: its wall clock is ahead by the seconds that the file CLOCK_STEP_FILE holds, now and whenever
// they change. The monotonic clock is left alone; waits until a moment of the wall clock end when the stepped clock gets
// there, as with a real step. libfaketime can do the same with a file, but the Swift runtime finds no arguments of the
// program under it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile long *step;
static int (*real_clock)(clockid_t, struct timespec *);
static int (*real_wait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);

__attribute__((constructor)) static void begin(void) {
  real_clock = dlsym(RTLD_NEXT, "clock_gettime");
  // The unversioned name may be that of a library of 2002.
  real_wait = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
  if (!real_wait) real_wait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
  const char *path = getenv("CLOCK_STEP_FILE");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *map = mmap(NULL, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (map != MAP_FAILED) step = map;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!real_clock) real_clock = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real_clock(clock, time);
  if (result == 0 && step && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += *step;
  return result;
}

int timespec_get(struct timespec *time, int base) {
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, time) == 0 ? base : 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec now;
  int result = clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return result;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
  // A condition of the monotonic clock counts from the start of the machine, not from 1970.
  if (!step || until->tv_sec < 1000000000) return real_wait(condition, mutex, until);
  while (1) {
    struct timespec now, soon;
    clock_gettime(CLOCK_REALTIME, &now);
    if (now.tv_sec > until->tv_sec || (now.tv_sec == until->tv_sec && now.tv_nsec >= until->tv_nsec)) return ETIMEDOUT;
    double left = difftime(until->tv_sec, now.tv_sec) + (until->tv_nsec - now.tv_nsec) / 1e9;
    long slice = left < 0.1 ? (long)(left * 1e9) : 100000000;
    real_clock(CLOCK_REALTIME, &soon);
    soon.tv_nsec += slice;
    if (soon.tv_nsec >= 1000000000) soon.tv_sec += 1, soon.tv_nsec -= 1000000000;
    int result = real_wait(condition, mutex, &soon);
    if (result != ETIMEDOUT) return result;
  }
}
