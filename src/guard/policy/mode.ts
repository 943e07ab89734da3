/** How much is asked; ascending. */
export const modes = ['permissive', 'normal', 'strict'] as const;
export type Mode = (typeof modes)[number];
