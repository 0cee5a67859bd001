import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryProblem } from '../plan/plan.ts'
import { TIMESERIES_SCHEMAS } from '../schemas.ts'
import { completionAt } from './complete.ts'

/** The suggestions at the place of the bar "¦" in a text. */
function at(marked: string, known?: Parameters<typeof completionAt>[2]): string[] {
  const cursor = marked.indexOf('¦')
  const { suggestions } = completionAt(marked.replace('¦', ''), cursor, known)
  return suggestions.map(({ text }) => text)
}

const GET = 'get virtual_machine:vcpu_usage'

test('a query begins with get, and all series follow', () => {
  expect(at('¦')).toEqual(['get', '{'])
  expect(at('g¦')).toEqual(['get'])
  expect(at('get¦')).toEqual([])
  expect(at('get ¦')).toEqual(TIMESERIES_SCHEMAS.map(({ timeseriesName }) => timeseriesName))
  expect(at('get vcpu¦')).toEqual(['virtual_machine:vcpu_usage'])
  expect(at(`${GET} ¦`)).toEqual(['|'])
})

test('operations follow a pipe, also behind braces', () => {
  const all = ['filter', 'align', 'group_by', 'join', 'first', 'last']
  expect(at(`${GET} | ¦`)).toEqual(all)
  expect(at(`{ ${GET}; ${GET} } | ¦`)).toEqual(all)
  expect(at(`{ ${GET}; ${GET} } ¦`)).toEqual(['|'])
  expect(at(`{ ${GET}; ¦`)).toEqual(['get'])
  expect(at(`${GET} | f¦`)).toEqual(['filter', 'first'])
})

test('a filter offers the fields of the series, then operators, values and connectives', () => {
  expect(at(`${GET} | filter ¦`)).toEqual([
    'timestamp',
    ...TIMESERIES_SCHEMAS.find(({ timeseriesName }) => GET.endsWith(timeseriesName))!.fieldSchema.map(
      ({ name }) => name,
    ),
    'datum',
    'start_time',
  ])
  expect(at(`${GET} | filter timestamp > @now() - 1h && vcpu¦`)).toEqual(['vcpu_id'])
  expect(at(`${GET} | filter state ¦`)).toEqual(['==', '!=', '~=', '>', '>=', '<', '<='])
  expect(at(`${GET} | filter instance_id ¦`)).toEqual(['==', '!='])
  expect(at(`${GET} | filter state == ¦`)).toEqual(['"run"', '"idle"', '"waiting"', '"emulation"'])
  expect(at(`${GET} | filter state == "r¦`)).toEqual(['"run"'])
  expect(at(`${GET} | filter timestamp > @now() - 3¦`)).toEqual([])
  expect(at(`${GET} | filter timestamp >= @¦`)).toContain('@now() - 1h')
  for (const literal of ['@now() - 1h', '@2026-01-01'])
    expect(at(`${GET} | filter timestamp > ${literal} ¦`)).toEqual(['&&', '||', '|'])
  expect(at(`${GET} | filter (state == "run") ¦`)).toEqual(['&&', '||', '|'])
})

test('a comparison offers the values that the caller knows', () => {
  const known = (field: string) => (field === 'vcpu_id' ? [{ value: 0 }, { value: 1 }] : [{ value: 'a"b' }])
  expect(at(`${GET} | filter vcpu_id == ¦`, known)).toEqual(['0', '1'])
  expect(at(`${GET} | filter sled_serial == ¦`, known)).toEqual([String.raw`"a\"b"`])
})

test('a group offers the fields that are left', () => {
  const aligned = `${GET} | filter timestamp > @now() - 1h | align mean_within(1m)`
  expect(at(`${aligned} | group_by ¦`)).toEqual(['['])
  expect(at(`${aligned} | group_by [vcpu_id, stat¦`)).toEqual(['state'])
  expect(at(`${aligned} | group_by [state, stat¦`)).toEqual([])
  expect(at(`${aligned} | group_by [state] ¦`)).toEqual([', sum', '|'])
  expect(at(`${aligned} | group_by [state], ¦`)).toEqual(['mean', 'sum'])
  expect(at(`${aligned} | group_by [state] | filter ¦`)).toEqual(['timestamp', 'state', 'datum'])
})

test('a mistake in an earlier operation leaves the fields of the series', () => {
  expect(at(`${GET} | group_by [nothing] | filter stat¦`)).toEqual(['state'])
})

test('the rest of a word is replaced, and so is the quote at its end', () => {
  const replaced = (marked: string) => {
    const cursor = marked.indexOf('¦')
    const { from, to } = completionAt(marked.replace('¦', ''), cursor)
    return marked.replace('¦', '').slice(from, to)
  }
  expect(replaced('get virtual¦_disk:reads | join')).toBe('virtual_disk:reads')
  expect(replaced(`${GET} | filter state == "ru¦"`)).toBe('"ru"')
  expect(replaced('get ¦ | join')).toBe('')
})

test('the rest of a string is replaced up to its quote, and without one the rest of its word', () => {
  const replaced = (marked: string) => {
    const text = marked.replace('¦', '')
    const { from, to } = completionAt(text, marked.indexOf('¦'))
    return text.slice(from, to)
  }
  const filter = `${GET} | filter state == `
  expect(replaced(`${filter}"r¦n"`)).toBe('"rn"')
  expect(replaced(`${filter}"r¦ -n" && state != "idle"`)).toBe('"r -n"')
  expect(replaced(String.raw`${filter}"r¦\"n"`)).toBe(String.raw`"r\"n"`)
  expect(replaced(`${filter}"r¦u`)).toBe('"ru')
  expect(replaced(`${filter}"r¦u && state != "idle"`)).toBe('"ru')
  expect(replaced(`${filter}"r¦u\n| filter state != "idle"`)).toBe('"ru')
})

const WHOLE = `{ get virtual_disk:reads | filter timestamp > @now() - 1h && block_size == 512;
  get virtual_disk:writes | filter timestamp > @now() - 1h } | align mean_within(1m) | join | last 3`

test('every word of a query is among the suggestions at its place', () => {
  expect(queryProblem(WHOLE, Date.now(), {})).toBeNull()
  for (const word of [
    'get',
    'virtual_disk:writes',
    'timestamp',
    'block_size',
    'align',
    'join',
    'last',
    '&&',
  ]) {
    const from = WHOLE.lastIndexOf(word)
    const { suggestions } = completionAt(WHOLE.slice(0, from), from)
    expect(suggestions.map(({ text }) => text)).toContain(word)
  }
})

test('any text has a completion, within the text and around the cursor', () => {
  const part = fc.constantFrom(...WHOLE.split(/\b/), '"', '{', '}', ';', '[', '(', ' ', '@', '0x', '💥')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.nat(), (parts, index) => {
      const text = parts.join('')
      const cursor = index % (text.length + 1)
      const { from, to } = completionAt(text, cursor)
      expect(0 <= from && from <= cursor && cursor <= to && to <= text.length).toBe(true)
    }),
  )
})
