/** What stands for a picture; undefined when nobody described it. */
export function imageText(description: string | undefined): string | undefined {
  const line = description?.replaceAll(/\s+/g, ' ').trim();
  return line ? `[image: ${line}]` : undefined;
}
