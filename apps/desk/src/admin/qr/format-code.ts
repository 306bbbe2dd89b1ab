/** As printed: in groups of five characters. */
export const formatCode = (code: string): string => code.match(/.{1,5}/g)?.join('-') ?? code
