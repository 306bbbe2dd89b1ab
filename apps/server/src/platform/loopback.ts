/** Whether the host name is this machine itself. */
export const isLoopbackName = (hostname: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
