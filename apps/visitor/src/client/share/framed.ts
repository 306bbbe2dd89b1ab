/** In an iframe on another website: reports only the height of the page, so that it fits. */
export const postHeight = (): void => {
  const { documentElement: root } = document
  const tell = (): void => parent.postMessage({ wellkeptHeight: root.getBoundingClientRect().height }, '*')
  new ResizeObserver(tell).observe(root)
  addEventListener('message', ({ source }) => {
    if (source === parent) tell()
  })
}
