/** A code as it is printed: in fives. */
export const formatCode = (code: string): string => code.match(/.{1,5}/g)?.join('-') ?? code
