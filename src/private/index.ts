/** Folders, files and sockets that only this user may have written: opened when that is so, refused in one sentence otherwise. */

/** Texts of our own making that can be deleted at any time. */
export {keptTexts} from './kept-texts.ts';
/** Files of our own making. */
export {openPrivateFile, readPrivateFile, writePrivateFile} from './private-file.ts';
/** Folders of our own making. */
export {isPrivateFolder, requireFirmPath, usePrivateFolder} from './private-folder.ts';
/** Sockets of our own processes. */
export {requirePrivateSocket} from './private-socket.ts';
/** The error for a folder that cannot hold our files. */
export {unusableFolder} from './refusals.ts';
/** Sockets where a person wants them. */
export {useSocketPlace} from './socket-place.ts';
/** Files that a user wrote and that we obey. */
export {isTrustedFile, isTrustedPlace, readRegularFile, readTrustedFile} from './trusted-file.ts';
