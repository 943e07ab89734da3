/**
 * Every tool, and `attach` for what an attached terminal types. The definitions are in the room `tools`; whoever reads the configuration
 * must not load them, and a test finds a difference.
 */
export const toolNames: readonly string[] = [
  'attach',
  'check_command',
  'edit_file',
  'get_context',
  'glob_files',
  'grep_files',
  'list_files',
  'list_skills',
  'make_directory',
  'manage_session',
  'read_file',
  'read_output',
  'read_screen',
  'read_skill',
  'run_command',
  'screenshot',
  'send_control',
  'send_keys',
  'send_text',
  'terminal_exec',
  'wait_for_events',
  'wait_for_stable_output',
  'watch_output',
  'write_file',
];
