/** Lets a page that was opened once open again without reception. */

/** The name of the store of pages that the service worker reads. */
const store = 'wellkept-pages'

/** Registers the service worker and keeps this page; needs HTTPS, does nothing without. */
export const keepPage = async (code: string): Promise<void> => {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  try {
    await Promise.all(
      ['/q/', '/Q/'].map((scope) => navigator.serviceWorker.register('/sw-visitor.js', { scope })),
    )
    if (navigator.serviceWorker.controller) return
    const page = await fetch(location.href)
    if (page.ok) await (await caches.open(store)).put(`/q/${code}`, page)
  } catch {}
}
