const firstLetter = /\p{L}/u
const rightToLeft = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}]/u

/** Whether a text runs from the right, by its first letter. */
export const runsFromRight = (text: string): boolean => rightToLeft.test(firstLetter.exec(text)?.[0] ?? '')
