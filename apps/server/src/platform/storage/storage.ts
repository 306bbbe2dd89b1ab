/** Storage of uploaded and exported files by STORAGE_URL: a folder or an S3 bucket. */
import { openFileStorage } from './file-storage.ts'
import { folderOf } from './folder-url.ts'
import type { Storage } from './objects.ts'
import { openS3Storage, type S3Target } from './s3-storage.ts'

export type { Storage, StoredFile } from './objects.ts'

export type StorageTarget =
  | { readonly kind: 'file'; readonly folder: string }
  | { readonly kind: 's3'; readonly target: S3Target }

/**
 * Parses STORAGE_URL: `file:FOLDER` or `s3://bucket/prefix?endpoint=…&region=…&pathStyle=true`. With `endpoint` the
 * bucket is in the path unless `pathStyle=false`.
 * @throws TypeError without the URL in its text, since it may contain a secret
 */
export function parseStorageUrl(url: string): StorageTarget {
  if (url.startsWith('file:')) return { kind: 'file', folder: folderOf(url) }
  if (url.startsWith('s3://')) return { kind: 's3', target: s3TargetOf(url) }
  throw new TypeError('must be file:FOLDER or s3://bucket?endpoint=…&region=…')
}

/** Opens the storage of `url`; creates the folder, but does not contact a bucket yet. */
export async function openStorage(url: string): Promise<Storage> {
  const found = parseStorageUrl(url)
  return found.kind === 'file' ? openFileStorage(found.folder) : openS3Storage(found.target)
}

function s3TargetOf(url: string): S3Target {
  if (!URL.canParse(url)) throw new TypeError('is not a valid s3:// URL')
  const { hostname, pathname, searchParams, username, password, port, hash } = new URL(url)
  if (username !== '' || password !== '') {
    throw new TypeError('must not hold credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname) || port !== '' || hash !== '') {
    throw new TypeError('must name a bucket: s3://bucket')
  }
  const prefix = pathname.replace(/^\/+|\/+$/g, '')
  if (!/^[A-Za-z0-9._/-]*$/.test(prefix) || prefix.split('/').some((part) => /^\.+$/.test(part))) {
    throw new TypeError('has a prefix with characters other than letters, digits, dot, hyphen and slash')
  }
  for (const name of searchParams.keys()) {
    if (!['endpoint', 'region', 'pathStyle'].includes(name)) {
      throw new TypeError('takes only endpoint, region and pathStyle')
    }
  }
  const endpoint = searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new TypeError('needs an endpoint that is an http or https URL')
  }
  const pathStyle = searchParams.get('pathStyle') ?? String(endpoint !== undefined)
  if (pathStyle !== 'true' && pathStyle !== 'false') throw new TypeError('needs pathStyle true or false')
  const region = searchParams.get('region') ?? undefined
  return { bucket: hostname, prefix, endpoint, region, pathStyle: pathStyle === 'true' }
}
