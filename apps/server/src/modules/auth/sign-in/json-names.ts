/** Whether an object in the JSON text has the same name twice: parsers differ in which of the two they take. */
export const repeatsName = (text: string): boolean => {
  const open: (Set<string> | undefined)[] = []
  let nameNext = false
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    const names = open.at(-1)
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ',' && nameNext && names) {
      const name = String(JSON.parse(token))
      if (names.has(name)) return true
      names.add(name)
    }
    nameNext = token === '{' || token === ','
  }
  return false
}
