import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DISK_FIELDS, INSTANCE_FIELDS } from './fields.ts'
import {
  filterProblem,
  MAX_FILTER,
  MAX_TERMS,
  MAX_VALUES,
  parseFilter,
  printFilter,
  splitFilter,
  type Term,
} from './grammar.ts'
import { OPERATORS } from './values.ts'

const term = (values: string[], others: Partial<Term> = {}): Term => ({
  field: null,
  isNegated: false,
  operator: '',
  values,
  ...others,
})
const read = (text: string) => parseFilter(text, INSTANCE_FIELDS).terms
const problem = (text: string) => parseFilter(text, INSTANCE_FIELDS).problem

describe('terms', () => {
  test('are separated by blanks and negated by a dash', () => {
    expect(read('  state:failed -name:web\t10.0.0.3 ')).toEqual([
      term(['failed'], { field: 'state' }),
      term(['web'], { field: 'name', isNegated: true }),
      term(['10.0.0.3']),
    ])
    expect(read('')).toEqual([])
  })

  test('have several values, and an operator before them', () => {
    expect(read('state:failed,stopped memory:>=4GiB created:<7d name:="web"')).toEqual([
      term(['failed', 'stopped'], { field: 'state' }),
      term(['4GiB'], { field: 'memory', operator: '>=' }),
      term(['7d'], { field: 'created', operator: '<' }),
      term(['web'], { field: 'name', operator: '=' }),
    ])
  })

  test('keep blanks, commas, colons and dashes in quotes', () => {
    expect(read(String.raw`"-a b" description:"x, \"y\" \\",z "state:failed"`)).toEqual([
      term(['-a b']),
      term(['x, "y" \\', 'z'], { field: 'description' }),
      term(['state:failed']),
    ])
  })

  test('take an address of version 6 for a word', () => {
    expect(read('fd00::3 -abcd::1 fd00::/48')).toEqual([
      term(['fd00::3']),
      term(['abcd::1'], { isNegated: true }),
      term(['fd00::/48']),
    ])
  })

  test('take fields and choices in upper case and with dashes', () => {
    expect(parseFilter('State:Import-Ready', DISK_FIELDS).terms).toEqual([
      term(['import_ready'], { field: 'state' }),
    ])
  })
})

describe('problems', () => {
  test.each([
    ['web stat:failed', 4, 15, /^"stat" is no field of this list, which has name, .*state/],
    ['state:', 0, 6, /"state:" needs a value/],
    ['state:failed, x', 0, 13, /A value is missing beside the comma|"state:" needs a value/],
    ['state:broken', 0, 12, /"state" must be one of creating, .*failed/],
    ['-', 0, 1, /A word must follow "-"/],
    ['"web', 0, 4, /needs a quote at its end/],
    ['"web"x', 0, 5, /a blank or a comma after it/],
    ['name:<x', 0, 7, /"name" can't be compared with </],
    ['vcpus:four', 0, 10, /"vcpus" must be a whole number/],
    ['memory:>4XB', 0, 11, /"memory" must be a size/],
    ['memory:>1GiB,2GiB', 0, 17, /one value only/],
    ['created:7d', 0, 10, /"created" must be < or >/],
    ['created:>2026-13-01', 0, 19, /"created" must be < or >/],
    ['address:web', 0, 11, /"address" must be an address/],
    ['image:No_Name', 0, 13, /"image" must be a name, an ID/],
    ['constructor:x', 0, 13, /no field/],
  ])('%s', (text, start, end, message) => {
    expect(problem(text)).toEqual({ message: expect.stringMatching(message), start, end })
  })

  test('name what is too long', () => {
    expect(problem('x'.repeat(MAX_FILTER))).toBeNull()
    expect(problem('x'.repeat(MAX_FILTER + 1))?.message).toMatch(/at most 2000 characters/)
    expect(problem('x '.repeat(MAX_TERMS))).toBeNull()
    expect(problem('x '.repeat(MAX_TERMS + 1))?.message).toMatch(/at most 20 terms/)
    expect(problem(`${'x,'.repeat(MAX_VALUES - 1)}x`)).toBeNull()
    expect(problem(`${'x,'.repeat(MAX_VALUES - 1)}x y`)?.message).toMatch(/at most 64 values/)
  })

  test('have their place in the sentence', () => {
    expect(filterProblem('web vcpus:x', INSTANCE_FIELDS)).toMatch(/\(at character 5\)$/)
    expect(filterProblem('web vcpus:4', INSTANCE_FIELDS)).toBeNull()
  })
})

const text = fc
  .string({ minLength: 1, maxLength: 12, unit: 'binary' })
  .filter((value) => !value.includes('\0'))
const value = fc.oneof(
  text,
  fc.constantFrom('-web', 'a:b', 'fd00::1', '10.0.0.0/8', '>5', '"', '\\', ',', '*'),
)
const anyTerm = fc
  .record({
    field: fc.constantFrom(null, 'name', 'state', 'some_field'),
    isNegated: fc.boolean(),
    operator: fc.constantFrom(...OPERATORS),
    values: fc.array(value, { minLength: 1, maxLength: 4 }),
  })
  .map((one): Term => (one.field === null ? { ...one, operator: '' } : one))

test('reads what it prints', () => {
  fc.assert(
    fc.property(fc.array(anyTerm, { maxLength: 5 }), (terms) => {
      const printed = printFilter(terms)
      fc.pre(printed.length <= MAX_FILTER)
      const split = splitFilter(printed)
      expect(split.terms?.map(({ start: _start, end: _end, ...one }) => one)).toEqual(terms)
    }),
  )
})

test('reads any text, or says which part is wrong', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (some) => {
      const { terms, problem } = splitFilter(some)
      if (problem) expect(problem.start).toBeLessThanOrEqual(problem.end)
      else expect(splitFilter(printFilter(terms)).terms).toHaveLength(terms.length)
    }),
  )
})
