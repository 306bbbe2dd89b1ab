const firstLetter = /\p{L}/u
const rightToLeft = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}]/u

/** Whether a text is right-to-left, by its first letter. */
export const runsFromRight = (text: string): boolean => rightToLeft.test(firstLetter.exec(text)?.[0] ?? '')
