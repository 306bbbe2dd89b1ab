/** What other modules may import. */

export { readBoard } from './board.ts'
export { addItem, editItem, removeItem, setItemState } from './edit-items.ts'
export { createItems, createItemsOf, itemsOf, type NewItems } from './items-of-amenities.ts'
export { type EmailLinkKind, mountMailPages } from './mail-page.ts'
export { uptimeOf } from './uptime.ts'
export { worstState } from './worst-state.ts'
