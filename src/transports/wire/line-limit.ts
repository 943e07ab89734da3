/**
 * Longest line taken from a client, in bytes: room for the largest argument of any tool (16 Mi characters) in UTF-8.
 * What is longer is refused without being kept.
 */
export const MAX_CLIENT_LINE_BYTES = 64 * 1024 * 1024;

/** Longest line taken from the server, in bytes: far more than any tool answers. */
export const MAX_SERVER_LINE_BYTES = 512 * 1024 * 1024;
