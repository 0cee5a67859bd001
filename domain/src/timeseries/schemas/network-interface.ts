import { byteCounter, counter, schemasOf, targetField } from './target.ts'

export const INSTANCE_NETWORK_INTERFACE = schemasOf({
  name: 'instance_network_interface',
  description: 'A network interface of an instance',
  authzScope: 'project',
  fields: [
    targetField('instance_id', 'uuid', 'ID of the instance'),
    targetField('interface_id', 'uuid', 'ID of the network interface'),
    targetField('project_id', 'uuid', 'ID of the project of the instance'),
    targetField('silo_id', 'uuid', 'ID of the silo of the instance'),
  ],
  metrics: {
    bytes_sent: byteCounter('Number of bytes that the interface sent'),
    bytes_received: byteCounter('Number of bytes that the interface received'),
    packets_sent: counter('Number of packets that the interface sent'),
    packets_received: counter('Number of packets that the interface received'),
    packets_dropped: counter('Number of packets that the interface dropped'),
    errors_sent: counter('Number of packets that the interface failed to send'),
    errors_received: counter('Number of packets that the interface received with errors'),
  },
})
