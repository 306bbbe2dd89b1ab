/** Screens of people, other systems, sharing and the organisation. */

import { listAuditLog } from '#contracts/audit-log.ts'
import { listApiKeys } from '#contracts/auth/api-keys.ts'
import { getMe } from '#contracts/auth.ts'
import { startDataExport } from '#contracts/data-export.ts'
import { getSettings } from '#contracts/settings.ts'
import { listGrants, viewGrant } from '#contracts/sharing/grants.ts'
import { getShareLink, listShareAccess, listShareLinks } from '#contracts/sharing/links.ts'
import { listMailings } from '#contracts/sharing/mailings.ts'
import { getSso } from '#contracts/sso.ts'
import { listUsers } from '#contracts/team.ts'
import { getWebhook, listWebhooks } from '#contracts/webhooks.ts'
import { auditWords } from '../admin/audit/words.ts'
import { dataWords } from '../admin/data/words.ts'
import { keyWords } from '../admin/keys/words.ts'
import { askOfMails, readMails } from '../admin/mails/search.ts'
import { mailWords } from '../admin/mails/words.ts'
import { missingWords } from '../admin/missing/words.ts'
import { scheduleWords } from '../admin/schedules/words.ts'
import { settingsWords } from '../admin/settings/words.ts'
import { ssoWords } from '../admin/sso/words.ts'
import { teamWords } from '../admin/team/words.ts'
import { readLog } from '../admin/webhooks/search.ts'
import { webhookWords } from '../admin/webhooks/words.ts'
import { houseWords } from '../admin/words.ts'
import { chartWords } from '../charts/words.ts'
import { figureWords } from '../figures/words.ts'
import { profileWords } from '../profile/words.ts'
import { list, page, queryOf } from '../screen-kinds.ts'
import { accessOf, figuresOf as grantFiguresOf, readGrantDays, readLinkLog } from '../sharing/search.ts'
import { sharingWords } from '../sharing/words.ts'
import { taskWords } from '../tasks/words.ts'

export const organisationScreens = {
  team: list({
    path: '/team',
    reads: listUsers,
    area: 'people',
    key: 'm',
    missing: ({ limits }) => limits.members.used < 2,
    words: [houseWords, missingWords, teamWords],
    load: () => import('../admin/team/team.tsx'),
  }),
  sso: page({
    path: '/sso',
    reads: getSso,
    area: 'people',
    key: 'o',
    words: [ssoWords],
    load: () => import('../admin/sso/sso.tsx'),
  }),
  keys: list({
    path: '/api-keys',
    reads: listApiKeys,
    area: 'links',
    key: 'i',
    sort: '-createdAt',
    words: [keyWords],
    load: () => import('../admin/keys/keys.tsx'),
  }),
  webhooks: list({
    path: '/admin/webhooks',
    reads: listWebhooks,
    area: 'links',
    key: 'z',
    words: [webhookWords],
    load: () => import('../admin/webhooks/webhooks.tsx'),
  }),
  webhook: page({
    // The mail about a webhook that was switched off leads here.
    path: '/admin/webhooks/$id',
    reads: getWebhook,
    under: 'webhooks',
    search: readLog,
    words: [webhookWords],
    load: () => import('../admin/webhooks/webhook.tsx'),
  }),
  shareLinks: list({
    path: '/sharing',
    reads: listShareLinks,
    area: 'links',
    sort: '-createdAt',
    words: [houseWords, sharingWords],
    load: () => import('../sharing/links.tsx'),
  }),
  shareLink: page({
    path: '/sharing/$id',
    reads: getShareLink,
    under: 'shareLinks',
    search: readLinkLog,
    queries: (search, id) => [
      queryOf(getShareLink, { params: { id } }),
      queryOf(listShareAccess, accessOf(id, search)),
    ],
    words: [chartWords, figureWords, houseWords, sharingWords],
    load: () => import('../sharing/link.tsx'),
  }),
  mailings: list({
    path: '/mailings',
    reads: listMailings,
    area: 'links',
    words: [houseWords, scheduleWords, sharingWords],
    load: () => import('../sharing/mailings.tsx'),
  }),
  grants: list({
    path: '/partners',
    reads: listGrants,
    area: 'links',
    words: [houseWords, sharingWords],
    load: () => import('../sharing/grants.tsx'),
  }),
  grant: page({
    path: '/partners/$id',
    reads: viewGrant,
    under: 'grants',
    search: readGrantDays,
    queries: (search, id) => [queryOf(viewGrant, grantFiguresOf(id, search))],
    words: [chartWords, figureWords, sharingWords],
    load: () => import('../sharing/grant.tsx'),
  }),
  settings: page({
    path: '/settings',
    reads: getSettings,
    area: 'organisation',
    key: 's',
    queries: () => [queryOf(getSettings, {})],
    words: [settingsWords, houseWords],
    load: () => import('../admin/settings/settings.tsx'),
  }),
  mails: page({
    path: '/mails',
    reads: getSettings,
    area: 'organisation',
    key: 'n',
    search: readMails,
    queries: (search) => [queryOf(getSettings, askOfMails(search))],
    words: [mailWords],
    load: () => import('../admin/mails/mails.tsx'),
  }),
  data: page({
    path: '/data',
    reads: startDataExport,
    area: 'organisation',
    key: 'd',
    words: [dataWords],
    load: () => import('../admin/data/data.tsx'),
  }),
  audit: list({
    path: '/audit-log',
    reads: listAuditLog,
    area: 'organisation',
    key: 'l',
    sort: '-at',
    words: [auditWords, taskWords],
    load: () => import('../admin/audit/audit-log.tsx'),
  }),
  profile: page({
    path: '/profile',
    reads: getMe,
    area: 'account',
    key: 'u',
    words: [profileWords],
    load: () => import('../profile/profile.tsx'),
  }),
}
