import type { TestService } from '@ringbinder/testkit';
import type { TestOrg } from '@ringbinder/testkit/playwright/org.ts';
import { addWorkedBinder } from '../../../../../web/test/support/work-binder.ts';

export interface WorkedBinder {
  id: string;
}

/** Creates a binder that people have worked in. */
export const fillBinder = async (service: TestService, org: TestOrg): Promise<WorkedBinder> => ({
  id: await addWorkedBinder(service, org),
});
