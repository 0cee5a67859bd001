import { expect, test } from 'vitest'
import { render, screen } from '../../../ui/testing.ts'
import { NameLink } from './name-link.tsx'

test('fills the parameters of its path', () => {
  render(
    <NameLink to="/projects/$project/disks/$disk" params={{ project: 'a', disk: 'b c' }}>
      b c
    </NameLink>,
  )
  expect(screen.getByRole('link', { name: 'b c' }).getAttribute('href')).toBe('/projects/a/disks/b%20c')
})
