/** Days that a report covers at most. */
export const reportDaysMax = 1_100;
/** Rows of a report; all others are one more row together. */
export const reportRowsMax = 200;
/** Conversations per page of the list behind a figure. */
export const reportedPerPageMax = 100;
/** Days that a range has at most for a step of the series. */
export const reportStepDays = { day: 93, week: 400 } as const;
/** Reports that one user saves at most. */
export const savedReportsMax = 100;
export const savedReportNameMaxLength = 60;
/** Users to whom a report is mailed at most. */
export const savedRecipientsMax = 50;
/** Rows of the breakdown in a mail at most, and metrics of each. */
export const mailedRowsMax = 20;
export const mailedMetricsMax = 4;
