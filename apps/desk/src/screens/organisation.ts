/** Screens of people, other systems, sharing and the organisation. */

import { listAuditLog } from '#contracts/audit-log.ts'
import { listApiKeys } from '#contracts/auth/api-keys.ts'
import { getMe } from '#contracts/auth.ts'
import { createCheckout, getSubscription, listPlans } from '#contracts/billing.ts'
import { startDataExport } from '#contracts/data-export.ts'
import { getSettings } from '#contracts/settings.ts'
import { listGrants, viewGrant } from '#contracts/sharing/grants.ts'
import { getShareLink, listShareAccess, listShareLinks } from '#contracts/sharing/links.ts'
import { listMailings } from '#contracts/sharing/mailings.ts'
import { getSlack } from '#contracts/slack/admin.ts'
import { getSso } from '#contracts/sso.ts'
import { listUsers } from '#contracts/team.ts'
import { getWebhook, listWebhooks } from '#contracts/webhooks.ts'
import { chartMessages } from '#desk-kit/charts/messages.ts'
import { list, page, queryOf } from '#desk-kit/shell/screen-kinds.ts'
import { arenaMessages } from '../admin/arena/messages.ts'
import { assistantMessages } from '../admin/assistants/messages.ts'
import { auditMessages } from '../admin/audit/messages.ts'
import { dataMessages } from '../admin/data/messages.ts'
import { keyMessages } from '../admin/keys/messages.ts'
import { mailMessages } from '../admin/mails/messages.ts'
import { askOfMails, readMails } from '../admin/mails/search.ts'
import { adminMessages } from '../admin/messages.ts'
import { missingMessages } from '../admin/missing/messages.ts'
import { scheduleMessages } from '../admin/schedules/messages.ts'
import { settingsMessages } from '../admin/settings/messages.ts'
import { slackMessages } from '../admin/slack/messages.ts'
import { readSlack } from '../admin/slack/search.ts'
import { ssoMessages } from '../admin/sso/messages.ts'
import { teamMessages } from '../admin/team/messages.ts'
import { webhookMessages } from '../admin/webhooks/messages.ts'
import { readLog } from '../admin/webhooks/search.ts'
import { connectionMessages } from '../connections/messages.ts'
import { figureMessages } from '../figures/messages.ts'
import { planMessages } from '../plan/messages.ts'
import { readPlanSearch } from '../plan/search.ts'
import { profileMessages } from '../profile/messages.ts'
import { sharingMessages } from '../sharing/messages.ts'
import { accessOf, figuresOf as grantFiguresOf, readGrantDays, readLinkLog } from '../sharing/search.ts'
import { taskMessages } from '../tasks/messages.ts'

export const organisationScreens = {
  team: list({
    path: '/team',
    reads: listUsers,
    area: 'people',
    key: 'm',
    missing: ({ limits }) => limits.members.used < 2,
    messages: [adminMessages, missingMessages, teamMessages],
    load: () => import('../admin/team/team.tsx'),
  }),
  arena: page({
    path: '/arena',
    // The same role; the contracts of the arena are large and would load with every screen.
    reads: getSettings,
    area: 'people',
    messages: [arenaMessages],
    load: () => import('../admin/arena/arena.tsx'),
  }),
  sso: page({
    path: '/sso',
    reads: getSso,
    area: 'people',
    key: 'o',
    messages: [ssoMessages],
    load: () => import('../admin/sso/sso.tsx'),
  }),
  keys: list({
    path: '/api-keys',
    reads: listApiKeys,
    area: 'links',
    key: 'i',
    sort: '-createdAt',
    messages: [keyMessages],
    load: () => import('../admin/keys/keys.tsx'),
  }),
  webhooks: list({
    path: '/admin/webhooks',
    reads: listWebhooks,
    area: 'links',
    key: 'z',
    messages: [webhookMessages],
    load: () => import('../admin/webhooks/webhooks.tsx'),
  }),
  webhook: page({
    // Emails about a disabled webhook link to this address.
    path: '/admin/webhooks/$id',
    reads: getWebhook,
    under: 'webhooks',
    search: readLog,
    messages: [webhookMessages],
    load: () => import('../admin/webhooks/webhook.tsx'),
  }),
  slack: page({
    // The way back from Slack leads to this address.
    path: '/slack',
    reads: getSlack,
    area: 'links',
    search: readSlack,
    messages: [slackMessages, adminMessages],
    load: () => import('../admin/slack/slack.tsx'),
  }),
  assistants: page({
    path: '/assistants',
    // The same role; who is connected is a part of the reader's own record.
    reads: getSettings,
    area: 'links',
    queries: () => [queryOf(getMe, { query: { connections: 'everyone' } })],
    messages: [assistantMessages, connectionMessages],
    load: () => import('../admin/assistants/assistants.tsx'),
  }),
  shareLinks: list({
    path: '/sharing',
    reads: listShareLinks,
    area: 'links',
    sort: '-createdAt',
    messages: [adminMessages, sharingMessages],
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
    messages: [chartMessages, figureMessages, adminMessages, sharingMessages],
    load: () => import('../sharing/link.tsx'),
  }),
  mailings: list({
    path: '/mailings',
    reads: listMailings,
    area: 'links',
    messages: [adminMessages, scheduleMessages, sharingMessages],
    load: () => import('../sharing/mailings.tsx'),
  }),
  grants: list({
    path: '/partners',
    reads: listGrants,
    area: 'links',
    messages: [adminMessages, sharingMessages],
    load: () => import('../sharing/grants.tsx'),
  }),
  grant: page({
    path: '/partners/$id',
    reads: viewGrant,
    under: 'grants',
    search: readGrantDays,
    queries: (search, id) => [queryOf(viewGrant, grantFiguresOf(id, search))],
    messages: [chartMessages, figureMessages, sharingMessages],
    load: () => import('../sharing/grant.tsx'),
  }),
  settings: page({
    path: '/settings',
    reads: getSettings,
    area: 'organisation',
    key: 's',
    queries: () => [queryOf(getSettings, {})],
    messages: [settingsMessages, adminMessages],
    load: () => import('../admin/settings/settings.tsx'),
  }),
  mails: page({
    path: '/mails',
    reads: getSettings,
    area: 'organisation',
    key: 'n',
    search: readMails,
    queries: (search) => [queryOf(getSettings, askOfMails(search))],
    messages: [mailMessages],
    load: () => import('../admin/mails/mails.tsx'),
  }),
  plan: page({
    // Stripe returns to this address.
    path: '/plan',
    reads: createCheckout,
    area: 'organisation',
    search: readPlanSearch,
    queries: () => [queryOf(getSubscription, {}), queryOf(listPlans, {})],
    messages: [planMessages],
    load: () => import('../plan/plan.tsx'),
  }),
  data: page({
    path: '/data',
    reads: startDataExport,
    area: 'organisation',
    key: 'd',
    messages: [dataMessages],
    load: () => import('../admin/data/data.tsx'),
  }),
  audit: list({
    path: '/audit-log',
    reads: listAuditLog,
    area: 'organisation',
    key: 'l',
    sort: '-at',
    messages: [auditMessages, taskMessages],
    load: () => import('../admin/audit/audit-log.tsx'),
  }),
  profile: page({
    path: '/profile',
    reads: getMe,
    area: 'account',
    key: 'u',
    messages: [profileMessages],
    load: () => import('../profile/profile.tsx'),
  }),
}
