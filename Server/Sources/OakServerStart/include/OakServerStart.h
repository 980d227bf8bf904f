#ifndef OAK_SERVER_START_H
#define OAK_SERVER_START_H

/// Lets Oak read the contexts of events that are sent before their run begins.
void oak_server_start(void);

#endif
