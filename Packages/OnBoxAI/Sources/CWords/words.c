#include "CWords.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char english[] = {
#embed "English/actions.txt"
,
#embed "English/calendar.txt"
,
#embed "English/cues.txt"
,
#embed "English/decisions.txt"
,
#embed "English/meetings.txt"
,
#embed "English/references.txt"
,
#embed "English/reports.txt"
,
#embed "English/stop.txt"
,
#embed "English/summaries.txt"
,
#embed "English/tasks.txt"
,
#embed "English/times.txt"
,
#embed "English/trackers.txt"
,
#embed "English/verbs.txt"
,
0,
};

const char *messageai_english(void) { return english; }
