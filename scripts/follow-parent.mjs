/**
 * Loaded before each script that bootstrap.mjs runs. A parent that ends normally sends a signal first; if it was
 * killed, only the channel closes, and then this process and its children end. PostgreSQL has its own guard and
 * loses nothing.
 */
if (process.channel) {
  process.on('disconnect', () => process.kill(0, 'SIGKILL'))
  process.channel.unref()
}
