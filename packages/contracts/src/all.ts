/**
 * Every endpoint of the service: those that the files of this folder export. The server mounts these, OpenAPI lists
 * these, and nothing else. For the server, the builds and the tests; a page imports the contracts that it calls.
 */
import { globSync } from 'node:fs'
import { otherAuditLabels } from './audit-log.ts'
import type { AuditWord, AuditWords } from './kit/audit-words.ts'
import { endpointsIn } from './kit/endpoint.ts'

interface ContractFile {
  readonly fieldNames?: AuditWords
  readonly codeNames?: AuditWords
}

/** @returns what each file of this folder exports, by its path */
const readFiles = async (): Promise<readonly (readonly [string, ContractFile])[]> => {
  const paths = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['all.ts', '**/*.test.ts'] }).sort()
  return Promise.all(paths.map(async (path) => [path, await import(`./${path}`)] as const))
}

export const contractFiles = await readFiles()

export const endpoints = endpointsIn(...contractFiles.map(([, file]) => file))

const inLanguage = (words: AuditWords, language: keyof AuditWord): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(words).map(([key, word]) => [key, word[language]]))

const gather = (kind: keyof ContractFile): AuditWords =>
  Object.assign({}, ...contractFiles.map(([, file]) => file[kind] ?? {}))

const actLabels: AuditWords = {
  ...Object.fromEntries(
    endpoints.flatMap(({ module, name, auditLabel }) =>
      auditLabel ? [[`${module}.${name}`, auditLabel]] : [],
    ),
  ),
  ...otherAuditLabels,
}

/** What the audit log calls acts by `module.name`, fields by their name, and codes. */
export const auditTexts = (language: keyof AuditWord) => ({
  deeds: inLanguage(actLabels, language),
  fieldNames: inLanguage(gather('fieldNames'), language),
  codeNames: inLanguage(gather('codeNames'), language),
})
