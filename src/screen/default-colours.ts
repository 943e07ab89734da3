/** Light on dark, the same for every session: programs are told so and choose their theme by it. `0xrrggbb`. */
export const DEFAULT_FOREGROUND = 0xd4d4d4;
export const DEFAULT_BACKGROUND = 0x161616;
