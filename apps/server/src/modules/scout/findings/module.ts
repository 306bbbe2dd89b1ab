/** What scouts find, and their photos. */
import * as contracts from '#contracts/scout/phone/findings.ts'
import { module } from '#server/platform/module.ts'
import confirmScoutMedia from './confirm-scout-media.ts'
import createFinding from './create-finding.ts'
import createScoutUpload from './create-scout-upload.ts'
import { followTasks, openWaiting } from './follow-tasks.ts'
import getFinding from './get-finding.ts'
import listFindings from './list-findings.ts'
import { showFindings } from './show-findings.ts'
import similarFindings from './similar-findings.ts'
import updateFinding from './update-finding.ts'
import verifyFinding from './verify-finding.ts'
import withdrawFinding from './withdraw-finding.ts'

export default module({
  name: 'findings',
  implements: contracts,
  handlers: {
    confirmScoutMedia,
    createFinding,
    createScoutUpload,
    getFinding,
    listFindings,
    similarFindings,
    updateFinding,
    verifyFinding,
    withdrawFinding,
  },
  serializers: showFindings,
  on: { 'scout.round_submitted': openWaiting },
  onBatch: {
    'task.status_changed': followTasks,
    'task.reopened': followTasks,
    'task.updated': followTasks,
    'task.deleted': followTasks,
    'task.note_added': followTasks,
  },
})
