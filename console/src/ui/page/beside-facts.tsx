import type { ReactNode } from 'react'
import { PropertiesTable } from './properties-table.tsx'

/**
 * A page with the properties of its resource above the rest, or at its right where the screen has room for both, so that the first rows
 * begin higher up.
 */
export const BesideFacts = ({ facts, children }: { facts: ReactNode; children: ReactNode }) => (
  <div className="grid gap-x-6 min-[100rem]:grid-cols-[minmax(0,1fr)_26rem]">
    <div className="min-w-0 min-[100rem]:order-last min-[100rem]:pt-6">
      <PropertiesTable columns="beside">{facts}</PropertiesTable>
    </div>
    <div className="min-w-0">{children}</div>
  </div>
)
