alter table upload validate constraint upload_purpose_check;
