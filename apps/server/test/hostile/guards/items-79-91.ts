/** Guards of what strangers send: reports, words and photos (items 79 to 91 of the ledger). */
import type { Guard } from './kit.ts'

const modules = 'apps/server/src/modules'
const uploads = `${modules}/uploads`
const images = 'apps/server/src/platform/images/images.ts'
const gate = 'apps/server/src/platform/gate/gate.ts'
const feedback = 'packages/contracts/src/feedback.ts'

const noPhoto = 'What is no photo of the announced type'

export const guards: readonly Guard[] = [
  {
    items: [79],
    guard: 'a code that was replaced is not there',
    file: `${modules}/feedback/places.ts`,
    find: `if (!row || row.retired) return { kind: 'UNKNOWN' }`,
    replace: `if (!row) return { kind: 'UNKNOWN' }`,
  },
  {
    items: [79],
    guard: 'a code is read in either case',
    file: 'apps/server/src/platform/qr-code.ts',
    find: 'return bare.toUpperCase()',
    replace: 'return bare',
  },
  {
    items: [79],
    guard: 'guesses are counted',
    file: gate,
    find: `spec.countsMisses && config.rateLimits !== 'off' ? guesses.run(address, work) : work()`,
    replace: 'work()',
    tests: ['Of a thousand guessed codes'],
  },
  {
    items: [80],
    guard: 'an address spends what it may send in a minute',
    file: gate,
    find: '    await spendByAddress(spec, reply, address)\n',
    replace: '',
  },
  {
    items: [80],
    guard: 'addresses of one IPv6 network are one',
    file: 'apps/server/src/platform/gate/sources.ts',
    find: '.parts.slice(0, 4)',
    replace: '.parts',
  },
  {
    items: [81],
    guard: 'words are text in mails',
    file: 'apps/server/src/platform/mail/layout.ts',
    find: `value.replace(/[&<>"']/g, (character) => entities[character] ?? '')`,
    replace: 'value.slice()',
    tests: ['Mails show words of visitors and staff as text'],
  },
  {
    items: [81],
    guard: 'names are text on stickers',
    file: `${modules}/admin/qr-codes/stickers/render-svg.ts`,
    find: `text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')`,
    replace: 'text.slice()',
    tests: ['Names of places, items and the tenant are inert'],
  },
  {
    items: [83],
    guard: 'a report has at most ten issues',
    file: feedback,
    find: 'Type.Array(IssueInput, { maxItems: 10 })',
    replace: 'Type.Array(IssueInput)',
  },
  {
    items: [83],
    guard: 'an issue that the place does not know is OTHER',
    file: `${modules}/feedback/submit.ts`,
    find: 'const known = place.categories.has(upper)',
    replace: 'const known = upper.length > 0',
  },
  {
    items: [84],
    guard: 'the key of a report is of one visitor',
    file: `${modules}/feedback/submit.ts`,
    find: `caller: \`\${place.code}:\${ctx.source}\``,
    replace: 'caller: place.code',
  },
  {
    items: [84],
    guard: 'the key of a follow-up is of one visitor',
    file: `${modules}/feedback/follow-up.ts`,
    find: `caller: \`\${id}:\${ctx.source}\``,
    replace: 'caller: id',
  },
  {
    items: [84],
    guard: 'the key of a report of a state is of one visitor',
    file: `${modules}/status/take-report.ts`,
    find: `caller: \`\${place.code}:\${source}\``,
    replace: 'caller: place.code',
  },
  {
    items: [84],
    guard: 'the key of a photo is of one visitor',
    file: `${modules}/feedback/create-upload-url.ts`,
    find: `const caller = \`\${place.code}:\${ctx.source}\``,
    replace: 'const caller = place.code',
  },
  {
    items: [85],
    guard: 'a report whose amenity is gone goes with it',
    file: `${modules}/feedback/strays.ts`,
    find: '  if (amenity) return false\n',
    replace: '  if (amenity || feedbackId) return false\n',
  },
  {
    items: [86],
    guard: 'a photo is what its bytes say',
    file: images,
    find: `  if (type !== declaredType.trim().toLowerCase()) throw new ImageRefused('type-differs')\n`,
    replace: '',
    tests: [noPhoto],
  },
  {
    items: [86],
    guard: 'what is no picture is refused by its first bytes',
    file: 'apps/server/src/platform/images/header.ts',
    find: `    return 'image/webp'
  }
  return undefined`,
    replace: `    return 'image/webp'
  }
  return 'image/png'`,
    also: [
      {
        file: images,
        find: `  if (type !== declaredType.trim().toLowerCase()) throw new ImageRefused('type-differs')\n`,
        replace: '  if (view(bytes)) return { image: bytes, thumbnail: bytes } as never\n',
      },
      {
        file: images,
        find: 'export const maxImageBytes',
        replace: `const view = (bytes: Uint8Array) => /^(?:<|%PDF|GIF8)/.test(Buffer.from(bytes).toString('latin1'))\nexport const maxImageBytes`,
      },
    ],
    tests: [noPhoto],
  },
  {
    items: [86, 88],
    guard: 'what is served is painted anew, and nothing of the upload comes along',
    file: images,
    find: 'image: image.data,',
    replace: 'image: bytes,',
  },
  {
    items: [88],
    guard: 'no metadata in the copy',
    file: images,
    find: '    const fitted = pipeline\n',
    replace: '    const fitted = pipeline.keepMetadata()\n',
  },
  {
    items: [87],
    guard: 'a picture has at most 40 megapixels',
    file: images,
    find: `  if (width * height > maxImagePixels) throw new ImageRefused('too-many-pixels')\n`,
    replace: '',
    also: [
      { file: images, find: '  limitInputPixels: maxImagePixels,', replace: '  limitInputPixels: false,' },
      {
        file: images,
        find: `  if (width > maxImageSide || height > maxImageSide) throw new ImageRefused('side-too-long')\n`,
        replace: '',
      },
    ],
  },
  {
    items: [87],
    guard: 'a picture stands still',
    file: images,
    find: `  if (announcesFrames(bytes, type)) throw new ImageRefused('animated')\n`,
    replace: '',
    also: [
      {
        file: images,
        find: `  if ((pages ?? 1) > 1) throw new ImageRefused('animated')\n`,
        replace: '',
      },
    ],
  },
  {
    items: [89],
    guard: 'a photo is kept under an id that we make',
    file: `${uploads}/receive.ts`,
    find: `\`photos/\${tenantId}/\${id}.\${ending}\``,
    replace: `\`photos/\${tenantId}/\${id}-con.\${ending}\``,
    tests: ['A name that somebody gives'],
  },
  {
    items: [89],
    guard: 'the address of a photo is signed',
    file: `${uploads}/file-address.ts`,
    find: '  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return undefined\n',
    replace: '  if (timingSafeEqual(Buffer.from(mac), Buffer.from(mac)) && !expected) return undefined\n',
    tests: ['File addresses that were changed'],
  },
  {
    items: [89],
    guard: 'the address of a photo ends',
    file: `${uploads}/file-address.ts`,
    find: '  if (now.getTime() >= expiresAt) return undefined\n',
    replace: '',
    tests: ['File addresses that were changed'],
  },
  {
    items: [90],
    guard: 'a photo is of the announced size',
    file: `${uploads}/receive.ts`,
    find: '  if (length !== size) throw unauthorized()\n',
    replace: '',
    also: [
      {
        file: `${uploads}/receive.ts`,
        find: '      if (length + chunk.length > size) throw unauthorized()\n',
        replace: '',
      },
      {
        file: `${uploads}/routes-http.ts`,
        find: '  if (length !== undefined && Number(length) !== ticket.size) throw unauthorized()\n',
        replace: '',
      },
    ],
    tests: ['Another size, another type'],
  },
  {
    items: [90],
    guard: 'a photo that comes in pieces is of the announced size',
    file: `${uploads}/receive.ts`,
    find: '      if (length + chunk.length > size) throw unauthorized()\n',
    replace: '',
    tests: ['Another size, another type'],
  },
  {
    items: [90],
    guard: 'a photo comes under the announced type',
    file: `${uploads}/routes-http.ts`,
    find: '  if (type?.trim().toLowerCase() !== ticket.contentType) throw unauthorized()\n',
    replace: '  if (type === undefined) throw unauthorized()\n',
    tests: ['Another size, another type'],
  },
  {
    items: [90],
    guard: 'an address for a photo is used once',
    file: `${uploads}/receive.ts`,
    find: 'where tenant_id = $1 and id = $2 and used_at is null and hidden_at is null and expires_at > $3 returning id',
    replace: 'where tenant_id = $1 and id = $2 and hidden_at is null and expires_at > $3 returning id',
    tests: ['An address works once'],
  },
  {
    items: [90],
    guard: 'an address for a photo ends after 10 minutes',
    file: `${uploads}/receive.ts`,
    find: '       where tenant_id = $1 and id = $2 and used_at is null and hidden_at is null and expires_at > $3`,',
    replace:
      '       where tenant_id = $1 and id = $2 and used_at is null and hidden_at is null and $3 is not null`,',
    also: [
      {
        file: `${uploads}/receive.ts`,
        find: 'and hidden_at is null and expires_at > $3 returning id',
        replace: 'and hidden_at is null returning id',
      },
    ],
    tests: ['An address is UNAUTHORIZED after its 10 minutes'],
  },
  {
    items: [90],
    guard: 'photos of another tenant are not bound',
    file: `${uploads}/public.ts`,
    find: '    if (found?.tenantId !== ctx.tenantId) return undefined\n',
    replace: '    if (!found) return undefined\n',
    also: [
      {
        file: `${uploads}/public.ts`,
        find: '  if (bound.length !== ids.length) throw refuse()\n',
        replace: '',
      },
    ],
    tests: ['Keys that are unknown, of another tenant'],
  },
  {
    items: [91],
    guard: 'photos that belong to nothing go after a day',
    file: `${uploads}/schedules.ts`,
    find: 'attached_at is null and (created_at < $3 or hidden_at is not null)',
    replace: 'attached_at is null and $3::timestamptz is not null and hidden_at is not null',
  },
  {
    items: [91],
    guard: 'a report has at most three photos',
    file: feedback,
    find: 'Type.Array(ImageKey, { maxItems: 3 })',
    replace: 'Type.Array(ImageKey, { maxItems: 4 })',
  },
]
