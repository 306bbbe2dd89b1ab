/** Between an instant and what a date-time field holds, in the browser's own zone. */

const two = (value: number): string => String(value).padStart(2, '0')

/** ISO instant → `2026-11-20T08:30`; '' for none. */
export const toLocalField = (iso: string | null | undefined): string => {
  if (!iso) return ''
  const at = new Date(iso)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** `2026-11-20T08:30` → ISO instant; null for an empty field. */
export const fromLocalField = (field: string): string | null => {
  const at = new Date(field)
  return field === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
