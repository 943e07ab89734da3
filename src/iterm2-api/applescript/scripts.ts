/**
 * What iTerm2 is asked in AppleScript. Each script is the same whatever it is about: the application, the session and every value come by
 * `argv`, and none is read as a part of a script. Sessions are found by their id, since the current window is another one in a moment.
 */

/** Parts records and their fields in what a script returns; neither is left in a value. */
export const RECORD = '\u001e';
export const FIELD = '\u001f';
/** What a script returns where the session that it is about is not there. */
export const NOBODY = `${RECORD}nobody`;
/** What it returns where iTerm2 does not run: speaking to it would start it. */
export const ABSENT = `${RECORD}absent`;

/** A value as text without the separators; nothing where it has none. */
const PLAIN = `on plain(theValue)
  try
    set theText to theValue as text
  on error
    return ""
  end try
  set AppleScript's text item delimiters to {character id 30, character id 31}
  set theParts to text items of theText
  set AppleScript's text item delimiters to " "
  set theText to theParts as text
  set AppleScript's text item delimiters to ""
  return theText
end plain`;

function script(name: string, body: string): string {
  return `-- cotty: ${name}
on run argv
  if application (item 1 of argv) is not running then return (character id 30) & "absent"
  using terms from application "iTerm2"
    tell application (item 1 of argv)
${body}
    end tell
  end using terms from
end run
${PLAIN}
`;
}

/** Of the session whose id is the second value. */
function ofSession(name: string, body: string): string {
  return script(
    name,
    `      repeat with w from 1 to count of windows
        repeat with t from 1 to count of tabs of window w
          repeat with s from 1 to count of sessions of tab t of window w
            if unique ID of session s of tab t of window w is (item 2 of argv) then
${body}
            end if
          end repeat
        end repeat
      end repeat
      return (character id 30) & "nobody"`,
  );
}

/** Asking this does not start it, and asks nobody for leave. */
export const IS_RUNNING = `-- cotty: running
on run argv
  return application (item 1 of argv) is running
end run
`;

/** One record for each session: window, number of its tab, whether it has the keys there, whether its window shows the tab, … */
export const LIST = script(
  'list',
  `      set told to ""
      set inFront to ""
      if (count of windows) > 0 then set inFront to alternate identifier of current window
      repeat with w from 1 to count of windows
        set windowId to my plain(alternate identifier of window w)
        set shownSession to unique ID of current session of window w
        repeat with t from 1 to count of tabs of window w
          set keySession to unique ID of current session of tab t of window w
          repeat with s from 1 to count of sessions of tab t of window w
            tell session s of tab t of window w
              set facts to {windowId, t as text, (windowId is inFront) as text, (keySession is shownSession) as text}
              set facts to facts & {(unique ID is keySession) as text, unique ID, columns as text, rows as text, tty, name}
            end tell
            repeat with aFact in facts
              set told to told & my plain(aFact) & (character id 31)
            end repeat
            set told to told & (character id 30)
          end repeat
        end repeat
      end repeat
      return told`,
);

/** Values: window, or nothing for a new one; profile, or nothing; command, or nothing. The window goes on showing the tab that it shows. */
export const CREATE = script(
  'create',
  `      set {windowId, theProfile, theCommand} to {item 2 of argv, item 3 of argv, item 4 of argv}
      if windowId is "" then
        if theProfile is "" then
          set made to (create window with default profile command theCommand)
        else
          set made to (create window with profile theProfile command theCommand)
        end if
        return my plain(unique ID of current session of made)
      end if
      repeat with w from 1 to count of windows
        if alternate identifier of window w is windowId then
          set shown to unique ID of current session of window w
          tell window w
            if theProfile is "" then
              set made to (create tab with default profile command theCommand)
            else
              set made to (create tab with profile theProfile command theCommand)
            end if
            set madeId to unique ID of current session of made
            repeat with t from 1 to count of tabs
              if unique ID of current session of tab t is shown then tell tab t to select
            end repeat
          end tell
          return my plain(madeId)
        end if
      end repeat
      return (character id 30) & "nobody"`,
);

/** Values: `beside` or `below`; profile, or nothing for that of the session; command. */
export const SPLIT = ofSession(
  'split',
  `              set {theSide, theProfile, theCommand} to {item 3 of argv, item 4 of argv, item 5 of argv}
              tell session s of tab t of window w
                if theSide is "beside" then
                  if theProfile is "" then
                    set made to (split vertically with same profile command theCommand)
                  else
                    set made to (split vertically with profile theProfile command theCommand)
                  end if
                else if theProfile is "" then
                  set made to (split horizontally with same profile command theCommand)
                else
                  set made to (split horizontally with profile theProfile command theCommand)
                end if
                return my plain(unique ID of made)
              end tell`,
);

/** Value: the text, which is typed as it is. */
export const WRITE = ofSession(
  'write',
  `              tell session s of tab t of window w to write text (item 3 of argv) newline no
              return ""`,
);

/** Value: how many characters of its end. */
export const CONTENTS = ofSession(
  'contents',
  `              tell session s of tab t of window w to set theText to contents
              set most to (item 3 of argv) as integer
              if (count of theText) > most then set theText to text -most thru -1 of theText
              return theText`,
);

/** Values: names. One record for each. */
export const VARIABLES = ofSession(
  'variables',
  `              set told to ""
              repeat with n from 3 to count of argv
                set theName to item n of argv
                tell session s of tab t of window w
                  if theName is "tty" then
                    set theValue to tty
                  else if theName is "name" then
                    set theValue to name
                  else
                    set theValue to (variable named theName)
                  end if
                end tell
                set told to told & my plain(theValue) & (character id 30)
              end repeat
              return told`,
);

/** Values: name, and text. */
export const SET_VARIABLE = ofSession(
  'set variable',
  `              tell session s of tab t of window w to set variable named (item 3 of argv) to (item 4 of argv)
              return ""`,
);

export const SET_NAME = ofSession(
  'set name',
  `              tell session s of tab t of window w to set name to (item 3 of argv)
              return ""`,
);

/** Values: columns and rows. */
export const RESIZE = ofSession(
  'resize',
  `              tell session s of tab t of window w
                set columns to ((item 3 of argv) as integer)
                set rows to ((item 4 of argv) as integer)
              end tell
              return ""`,
);

/** A session is shown by its tab, and that by its window. */
export const SELECT = ofSession(
  'select',
  `              tell tab t of window w to select
              tell session s of tab t of window w to select
              set index of window w to 1
              return ""`,
);

/** iTerm2 may ask the person first. */
export const CLOSE = ofSession(
  'close',
  `              tell session s of tab t of window w to close
              return ""`,
);
