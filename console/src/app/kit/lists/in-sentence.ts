/** Returns a title as words inside a sentence: "IP Pools" as "IP pools". Abbreviations stay. */
export const inSentence = (title: string): string =>
  title.replace(/\b[A-Z](?![A-Z])/g, (letter) => letter.toLowerCase())
