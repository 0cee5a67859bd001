import { DateTime } from '../../../ui/format/date-time.tsx'
import { Id } from '../../../ui/format/id.tsx'
import { PropertiesTable, Property } from '../../../ui/page/properties-table.tsx'

/** The read-only properties of a resource, on top of edit and view panels. */
export const Metadata = ({ of }: { of: { id: string; timeCreated: Date; timeModified: Date } }) => (
  <PropertiesTable>
    <Property label="ID">
      <Id id={of.id} />
    </Property>
    <Property label="Created">
      <DateTime date={of.timeCreated} />
    </Property>
    <Property label="Updated">
      <DateTime date={of.timeModified} />
    </Property>
  </PropertiesTable>
)
