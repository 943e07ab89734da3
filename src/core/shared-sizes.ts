/**
 * Whose size a terminal has at which several look: in each direction the smallest, the largest, or that of who came, typed or
 * resized last.
 */
export const sharedSizes = ['smallest', 'largest', 'latest'] as const;

export type SharedSizePolicy = (typeof sharedSizes)[number];
