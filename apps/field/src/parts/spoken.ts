/** Voices that a browser reads with. */

/** `pt` is spoken by pt-BR too; Android writes pt_BR. */
export const voiceFor = <V extends { readonly lang: string }>(
  voices: readonly V[],
  language: string,
): V | undefined => voices.find(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language)
