/** Forms without JavaScript: application/x-www-form-urlencoded. */
import { ServiceError } from '#server/platform/errors.ts'

export interface Form {
  all(name: string): string[]
  entries(): [string, string][]
}

export const formOf = (fields: URLSearchParams): Form => ({
  all: (name) => fields.getAll(name).slice(0, 50),
  entries: () => [...fields.entries()].slice(0, 100),
})

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * @throws ServiceError VALIDATION_ERROR for bytes that are not text, UNSUPPORTED_MEDIA_TYPE for another content type
 */
export const parseForm = (body: unknown): Form => {
  if (!Buffer.isBuffer(body))
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The form must be application/x-www-form-urlencoded')
  let text: string
  try {
    text = decoder.decode(body)
  } catch (cause) {
    throw new ServiceError('VALIDATION_ERROR', 'The form is not text', { cause })
  }
  return formOf(new URLSearchParams(text))
}

/** The first value that is not blank. */
export const formField = (form: Form, name: string): string | undefined =>
  form.all(name).find((value) => value.trim() !== '')

export const formFields = (form: Form): readonly (readonly [string, string])[] => form.entries()
