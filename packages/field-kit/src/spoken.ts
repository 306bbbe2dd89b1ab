/** Voices for reading aloud. */

/** Matches the base language, so `pt` also finds pt-BR; Android writes pt_BR. */
export const voiceFor = <V extends { readonly lang: string }>(
  voices: readonly V[],
  language: string,
): V | undefined => voices.find(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language)
