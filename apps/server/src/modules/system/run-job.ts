import { runJob as contract } from '#contracts/system.ts'
import { notFound } from '#server/platform/errors.ts'
import { runJob } from '#server/platform/events/run-job.ts'
import { serve } from '#server/platform/http/serve.ts'
import { withTimeout } from '#server/platform/with-timeout.ts'

/** Milliseconds; reverse proxies usually time out after half a minute. */
const longestMs = 25_000

export default serve(contract)(async ({ platform, requestId }, { params: { name } }) => {
  const cronJob = platform.cronJobs.find((candidate) => candidate.name === name)
  if (!cronJob) throw notFound()
  platform.log.info({ job: name, reqId: requestId }, 'A job was started by hand')
  const began = performance.now()
  const run = await withTimeout(longestMs, runJob(platform, cronJob))
  if (run?.error !== undefined)
    platform.log.error({ err: run.error, job: name, reqId: requestId }, 'A job failed')
  return run
    ? { name, result: run.result, milliseconds: run.milliseconds, message: run.message }
    : {
        name,
        result: 'RUNNING',
        milliseconds: Math.round(performance.now() - began),
        message: 'Still running; the result will be in the list of jobs',
      }
})
