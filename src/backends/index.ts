/** Sources of terminals. The PTY backend and what serves it. */

/** Sessions in tmux and iTerm2, as they were when a server last knew of them. */
export {countRecordedSessions} from './application/count-recorded-sessions.ts';
/** Sessions of iTerm2, as the engine's backend. */
export {Iterm2Backend} from './iterm2/iterm2-backend.ts';
/** What of iTerm2 there is on this machine. */
export {lookAtIterm2} from './iterm2/look-at-iterm2.ts';
/** For processes that were started with secrets of cotty's own. */
export {eraseOwnSecrets} from './pty/erase-own-secrets.ts';
/** Owner of PTYs inside this process. */
export {Host} from './pty/host/host.ts';
/** What every host can do. */
export type {HostApi, HostProbe} from './pty/host/host-api.ts';
/** A host behind its socket, and the result of looking for one. */
export {connectHost, type HostClient, retireHost} from './pty/host-client.ts';
/** Terminals that cotty itself owns, as the engine's backend. */
export {createPtyBackend} from './pty/pty-backend.ts';
/** Finds the host of a COTTY_HOME or starts it. */
export {startHost} from './pty/start-host.ts';
/** What confines sessions on this machine. */
export {lookAtSandbox} from './sandbox/index.ts';
/** A process and those above it. */
export {type Ancestor, ancestryOf} from './system/ancestry.ts';
/** Who connects to a socket of ours. */
export {ownPeer} from './system/own-peer.ts';
/** Which processes hold the other end of a TCP connection within this machine. */
export {tcpPeerPids} from './system/tcp-peer.ts';
/** For a process that outlives its starter: failures that nobody was there to catch. */
export {tellFailure} from './system/tell-failure.ts';
/** What of tmux there is on this machine. */
export {lookAtTmux} from './tmux/look-at-tmux.ts';
/** Panes of tmux servers, as the engine's backend. */
export {TmuxBackend} from './tmux/tmux-backend.ts';
