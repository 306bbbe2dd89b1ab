/** Makes visited pages available offline. */

/** Also read by the service worker. */
const cacheName = 'wellkept-pages'

/** Registers the service worker and caches this page; does nothing without HTTPS. */
export const cachePage = async (code: string): Promise<void> => {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  try {
    await Promise.all(
      ['/q/', '/Q/'].map((scope) => navigator.serviceWorker.register('/sw-visitor.js', { scope })),
    )
    if (navigator.serviceWorker.controller) return
    const page = await fetch(location.href)
    if (page.ok) await (await caches.open(cacheName)).put(`/q/${code}`, page)
  } catch {}
}
