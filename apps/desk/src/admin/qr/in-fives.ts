/** A code as it is printed: in fives. */
export const inFives = (code: string): string => code.match(/.{1,5}/g)?.join('-') ?? code
