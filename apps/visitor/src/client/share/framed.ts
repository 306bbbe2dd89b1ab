/** In a frame of somebody else's page: tells how high this one is, and nothing else, so that it is seen whole. */
export const postHeight = (): void => {
  const { documentElement: root } = document
  const tell = (): void => parent.postMessage({ wellkeptHeight: root.getBoundingClientRect().height }, '*')
  new ResizeObserver(tell).observe(root)
  addEventListener('message', ({ source }) => {
    if (source === parent) tell()
  })
}
