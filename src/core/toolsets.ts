/** Groups of tools, switched on and off together; each has tools. */
export const toolsets = ['terminal', 'skills'] as const;

export type Toolset = (typeof toolsets)[number];
