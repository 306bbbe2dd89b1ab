/**
 * Loaded before each script that bootstrap.mjs runs. A parent that ends in good order sends a signal first; if it
 * was killed, only the closed channel tells, and then nothing of ours may stay behind: not this process, not its
 * children. PostgreSQL has a guard of its own and loses nothing.
 */
if (process.channel) {
  process.on('disconnect', () => process.kill(0, 'SIGKILL'))
  process.channel.unref()
}
