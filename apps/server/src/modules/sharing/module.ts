/** Results for people without an account: share links, walls, mailings, grants. */
import * as grants from '#contracts/sharing/grants.ts'
import * as links from '#contracts/sharing/links.ts'
import * as mailings from '#contracts/sharing/mailings.ts'
import { module } from '#server/platform/module.ts'
import { cronJobs } from './cron-jobs.ts'
import { exported } from './exported.ts'
import answerGrant from './grants/answer-grant.ts'
import { deliverAcceptance, deliverEnd, deliverOffer } from './grants/deliver.ts'
import endGrant from './grants/end-grant.ts'
import listGrants from './grants/list-grants.ts'
import offerGrant from './grants/offer-grant.ts'
import viewGrant from './grants/view-grant.ts'
import createShareLink from './links/create-share-link.ts'
import getShareLink from './links/get-share-link.ts'
import listShareAccess from './links/list-share-access.ts'
import listShareLinks from './links/list-share-links.ts'
import revokeShareLink from './links/revoke-share-link.ts'
import rotateShareLink from './links/rotate-share-link.ts'
import { linkWork } from './links/trim-log.ts'
import updateShareLink from './links/update-share-link.ts'
import createMailing from './mailings/create-mailing.ts'
import deleteMailing from './mailings/delete-mailing.ts'
import { countIssue } from './mailings/issue.ts'
import listMailings from './mailings/list-mailings.ts'
import { mailingWork } from './mailings/mailing-work.ts'
import { mailingConfirm } from './mailings/mails/mailing-confirm.ts'
import { mailingIssue } from './mailings/mails/mailing-issue.ts'
import { mailingRefused } from './mailings/mails/mailing-refused.ts'
import sendMailing from './mailings/send-mailing.ts'
import updateMailing from './mailings/update-mailing.ts'
import pairShareLink from './screens/pair-share-link.ts'

export default module({
  name: 'sharing',
  implements: { ...links, ...mailings, ...grants },
  handlers: {
    answerGrant,
    createMailing,
    createShareLink,
    deleteMailing,
    endGrant,
    getShareLink,
    listGrants,
    listMailings,
    listShareAccess,
    listShareLinks,
    offerGrant,
    pairShareLink,
    revokeShareLink,
    rotateShareLink,
    sendMailing,
    updateMailing,
    updateShareLink,
    viewGrant,
  },
  effects: {
    'internal.mailing_issued': { run: countIssue },
    'internal.grant_offered': { run: deliverOffer },
    'internal.grant_accepted': { run: deliverAcceptance },
    'internal.grant_ended': { run: deliverEnd },
  },
  scheduledJobs: { ...linkWork, ...mailingWork },
  cronJobs,
  mails: { mailingConfirm, mailingIssue, mailingRefused },
  exported,
  counts: {
    shareLinks: {
      text: `select count(*) as n from share_link where tenant_id = $1 and revoked_at is null
        and (expires_at is null or expires_at > $2) and (max_views is null or views < max_views)`,
      timed: true,
      noun: 'share links',
      limit: 'shareLinks',
    },
  },
})
