import { projectKinds } from '@granary/domain/kinds.ts'
import { expect, test } from 'vitest'
import type { Resource } from '../kit/resources/resource.ts'
import { namedKinds } from './index.ts'

const ancestorsOf = ({ parent }: Resource): string[] =>
  parent ? [parent.resource.kind, ...ancestorsOf(parent.resource)] : []

test('a kind is listed as a kind of projects if a project is among its ancestors', () => {
  const kinds = namedKinds as readonly unknown[] as readonly Resource[]
  expect(kinds.map(({ kind }) => [kind, (projectKinds as readonly string[]).includes(kind)])).toEqual(
    kinds.map((kind) => [kind.kind, ancestorsOf(kind).includes('project')]),
  )
})
