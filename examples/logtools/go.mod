module example.com/logtools

go 1.21
