#pragma once
#ifdef __linux__
// From fcntl.h, which shows it to programs that ask for GNU's extensions only.
extern int sync_file_range(int descriptor, long offset, long count, unsigned int flags);
enum { SYNC_RANGE_AND_WAIT = 1 | 2 | 4 };
// From sched.h, likewise: whoever else wants the processor gets it at once.
enum { SCHEDULE_IDLE = 5 };
#endif
